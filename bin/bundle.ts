// Build step after the compiler: bundles the front ends, then the programs. Called by `npm run build`.
import { bundleAdmin } from '../plugins/admin/bundle.js'
import { bundleStorefront } from '../plugins/storefront/bundle.js'
import { bundlePrograms } from './bundle-programs.js'

await bundleStorefront()
await bundleAdmin()
await bundlePrograms()
