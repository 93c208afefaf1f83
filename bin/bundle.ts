// Build step after the compiler: bundles the front ends and joins server modules into chunks. Called by `npm run build`.
import { bundleAdmin } from '../plugins/admin/bundle.js'
import { bundleStorefront } from '../plugins/storefront/bundle.js'
import { joinModules, separateModules } from './join.js'

// Browser bundles are built from the separate modules that the compiler wrote.
separateModules()
await bundleStorefront()
await bundleAdmin()
await joinModules()
