// The built-in commands. Plugins and actions add more.
import type { CliCommand } from '../command.js'
import { adminInvite, adminList, adminReset } from './admin.js'
import { backupCommand, restoreCommand } from './backup.js'
import { configCommand, typesGenerate } from './config.js'
import { createInstallation, pluginCreate } from './create.js'
import { doctorCommand } from './doctor.js'
import { languagesMissing, languagesSet } from './languages.js'
import { migrateCommand } from './migrate.js'
import { orderPrint, paymentRefund, paymentSettle } from './order.js'
import { productApply, productDiff, productMerge, productSheet, tableImport } from './product.js'
import { serveCommand } from './serve.js'
import { tokenList, tokenMint, tokenRevoke } from './token.js'

export const builtInCommands: readonly CliCommand[] = [
  serveCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  tokenMint,
  tokenList,
  tokenRevoke,
  adminInvite,
  adminList,
  adminReset,
  languagesSet,
  languagesMissing,
  paymentSettle,
  paymentRefund,
  typesGenerate,
  orderPrint,
  tableImport,
  productSheet,
  productApply,
  productDiff,
  productMerge,
  createInstallation,
  pluginCreate,
  configCommand,
  doctorCommand,
]
