// Bundles the front ends after the compiler ran: `npm run build` calls it.
import { bundleAdmin } from '../plugins/admin/bundle.js'
import { bundleStorefront } from '../plugins/storefront/bundle.js'

await bundleStorefront()
await bundleAdmin()
