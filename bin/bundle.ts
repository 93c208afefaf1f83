// Bundles the front ends and joins the program's modules after the compiler ran: `npm run build` calls it.
import { bundleAdmin } from '../plugins/admin/bundle.js'
import { bundleStorefront } from '../plugins/storefront/bundle.js'
import { joinModules, separateModules } from './join.js'

// A browser's script is made of the modules as the compiler wrote them.
separateModules()
await bundleStorefront()
await bundleAdmin()
await joinModules()
