// All boot checks, in the order in which their faults are reported.
import type { Check } from '../check.js'
import { checkAdminParts } from './admin-parts.js'
import { checkClashes } from './clashes.js'
import { checkCommands } from './commands.js'
import { checkEntities } from './entities.js'
import { checkExtensions } from './extensions.js'
import { checkNames } from './names.js'
import { checkPaymentProviders } from './payment-providers.js'
import { checkPlugins } from './plugins.js'
import { checkStorefrontModules } from './storefront-modules.js'
import { checkTwinModules } from './twin-modules.js'
import { checkTranslations } from './translations.js'

export const checks: readonly Check[] = [
  checkPlugins,
  checkClashes,
  checkExtensions,
  checkEntities,
  checkCommands,
  checkNames,
  checkPaymentProviders,
  checkStorefrontModules,
  checkTwinModules,
  checkAdminParts,
  checkTranslations,
]
