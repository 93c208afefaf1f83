// The built-in commands. Plugins and actions add more.
import type { CliCommand } from '../command.js'
import { adminInvite } from './admin-invite.js'
import { adminList } from './admin-list.js'
import { adminReset } from './admin-reset.js'
import { backupCommand } from './backup.js'
import { configCommand } from './config.js'
import { createInstallation } from './create.js'
import { doctorCommand } from './doctor.js'
import { languagesMissing } from './languages-missing.js'
import { languagesSet } from './languages-set.js'
import { migrateCommand } from './migrate.js'
import { orderPrint } from './order-print.js'
import { paymentRefund } from './payment-refund.js'
import { paymentSettle } from './payment-settle.js'
import { pluginCreate } from './plugin-create.js'
import { productApply } from './product-apply.js'
import { productDiff } from './product-diff.js'
import { productMerge } from './product-merge.js'
import { productSheet } from './product-sheet.js'
import { restoreCommand } from './restore.js'
import { serveCommand } from './serve.js'
import { tableImport } from './table-import.js'
import { tokenList } from './token-list.js'
import { tokenMint } from './token-mint.js'
import { tokenRevoke } from './token-revoke.js'
import { typesGenerate } from './types-generate.js'

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
