// Bundles the front ends after the compiler ran: `npm run build` calls it.
import { bundleStorefront } from '../plugins/storefront/bundle.js'

await bundleStorefront()
