// All boot checks, in the order in which their faults are reported.
import type { BootCheck } from '../collect.js'
import { checkAdminParts, checkStorefrontModules, checkClientEngineModules } from './browser-modules.js'
import { checkClashes, checkCommands, checkNames, checkPaymentProviders, checkPlugins } from './names.js'
import { checkEntities, checkExtensions } from './entities.js'
import { checkMessages, checkTranslations } from './messages.js'

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
