// The English texts of all messages, which are part of the program. They define the keys.
import advisor from '../../messages/advisor.en.json' with { type: 'json' }
import authoring from '../../messages/authoring.en.json' with { type: 'json' }
import boot from '../../messages/boot.en.json' with { type: 'json' }
import checks from '../../messages/checks.en.json' with { type: 'json' }
import commands from '../../messages/commands.en.json' with { type: 'json' }
import comparison from '../../messages/comparison.en.json' with { type: 'json' }
import documents from '../../messages/documents.en.json' with { type: 'json' }
import errors from '../../messages/errors.en.json' with { type: 'json' }
import fields from '../../messages/fields.en.json' with { type: 'json' }
import files from '../../messages/files.en.json' with { type: 'json' }
import findings from '../../messages/findings.en.json' with { type: 'json' }
import mail from '../../messages/mail.en.json' with { type: 'json' }
import models from '../../messages/models.en.json' with { type: 'json' }
import operations from '../../messages/operations.en.json' with { type: 'json' }
import payments from '../../messages/payments.en.json' with { type: 'json' }
import problems from '../../messages/problems.en.json' with { type: 'json' }
import results from '../../messages/results.en.json' with { type: 'json' }
import shop from '../../messages/shop.en.json' with { type: 'json' }
import steps from '../../messages/steps.en.json' with { type: 'json' }
import stock from '../../messages/stock.en.json' with { type: 'json' }
import transfer from '../../messages/transfer.en.json' with { type: 'json' }

export const englishCatalogs = {
  advisor,
  authoring,
  boot,
  checks,
  commands,
  comparison,
  documents,
  errors,
  fields,
  files,
  findings,
  mail,
  models,
  operations,
  payments,
  problems,
  results,
  shop,
  steps,
  stock,
  transfer,
} as const

export type EnglishCatalogs = typeof englishCatalogs
