// All boot checks, in the order in which their faults are reported.
import type { BootCheck } from '../boot-check.js'
import { checkAdminParts } from './admin-parts.js'
import { checkClashes } from './clashes.js'
import { checkCommands } from './commands.js'
import { checkEntities } from './entities.js'
import { checkExtensions } from './extensions.js'
import { checkMessages } from './messages.js'
import { checkNames } from './names.js'
import { checkPaymentProviders } from './payment-providers.js'
import { checkPlugins } from './plugins.js'
import { checkStorefrontModules } from './storefront-modules.js'
import { checkClientEngineModules } from './client-engine-modules.js'
import { checkTranslations } from './translations.js'

export const checks: readonly BootCheck[] = [
  checkPlugins,
  checkClashes,
  checkExtensions,
  checkEntities,
  checkCommands,
  checkNames,
  checkPaymentProviders,
  checkStorefrontModules,
  checkClientEngineModules,
  checkAdminParts,
  checkTranslations,
  checkMessages,
]
