// The actions that export, check and import products as packages, and that import variant tables.
import {
  type Action,
  boolean,
  createMessage,
  defineAction,
  dropdown,
  type Grant,
  type Issue,
  json,
  ServiceContext,
  string,
  ValidationError,
} from '#core/contract.js'
import { getMessage, inputForms, joinSentences, messageFormat, requireScopes } from '#core/surface.js'
import type { CheckReport, CheckResult, ImportReport } from './check/check.js'
import type { ExportedPackage } from './export/write.js'
import type { ImportResult } from './import/define.js'
import { packageArguments, toImportMode } from './package-arguments.js'
import type { PackageLocation } from './package/package-location.js'
import type { TableReport } from './table/import-table.js'
import type { TransferFinding } from './transfer-finding.js'

const maximumIds = 1_000

/** Exports products with all their parts to a transfer package. */
const exportProduct = defineAction({
  name: 'export-product',
  description:
    'Exports products with all their parts to one zip file, to import elsewhere or keep as a backup. ' +
    'Reports its path, size and omitted parts.',
  input: {
    product_ids: json('Product ids', {
      content: inputForms.createIdListContent(maximumIds),
      required: true,
      help: 'The ids of the products, for example [1, 2].',
    }),
    out: string('Out', {
      help: 'Over HTTP a file name in the transfer folder, otherwise any path. Default: a generated name.',
    }),
  },
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  command: 'svc:product:export',
  example: { product_ids: [1] },
  nextStep: inputForms.suggestProductStep,
  async run({ context, caller, progress }, { product_ids, out }): Promise<ExportedPackage> {
    const { writePackage } = await import('./export/write.js')
    return writePackage(new ServiceContext(context), { ids: product_ids, out: out ?? null, caller, progress })
  },
})

/** Reports the contents of a transfer package and the effects of importing it, without changing anything. */
const checkProductPackage = defineAction({
  name: 'check-product-package',
  description:
    'Checks a transfer package before it is imported: findings as blocker, warning or notice. ' +
    'Reports whether it can proceed, the changes, and the required scopes.',
  input: packageArguments,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  command: 'svc:product:check',
  example: { path: 'shop.zip' },
  async run(scope, input): Promise<CheckReport> {
    const [{ checkOpenPackage, withPackage }, { createCheckReport }] = await Promise.all([
      import('./check/open-package.js'),
      import('./check/check.js'),
    ])
    const importMode = toImportMode(input)
    const toReport = ({ shown: displayName }: PackageLocation, check: CheckResult): CheckReport =>
      createCheckReport(displayName, importMode, check)
    return withPackage(
      scope,
      input,
      async (place, pack) => toReport(place, await checkOpenPackage(scope, pack, importMode)),
      toReport,
    )
  },
})

interface ImportOutput extends ImportReport {
  readonly imported: true
  /** Acknowledged warnings and notices. */
  readonly findings: readonly TransferFinding[]
}

/** Refuses all findings of a grade at once. */
function refuse({ findings }: CheckResult, grade: 'blocker' | 'warning', field: string): void {
  const matching = findings.filter((finding) => finding.grade === grade)
  if (matching.length === 0) return
  const issues = matching.map((finding): Issue => messageFormat.createIssue(field, getMessage(finding), finding.kind))
  const key = grade === 'blocker' ? 'errors.packageRefused' : 'errors.packageUnacknowledged'
  throw new ValidationError(issues, createMessage(key, { findings: joinSentences(matching.map(getMessage)) }))
}

/** Imports the products of a transfer package, as new records or with their original ids. */
const importProductPackage = defineAction({
  name: 'import-product-package',
  description:
    'Imports the products of a transfer package; call the action check-product-package first. ' +
    'Refused with blockers, and with unacknowledged warnings. Each product is imported completely or not at all. Cannot be undone.',
  input: {
    ...packageArguments,
    acknowledge_warnings: boolean('Acknowledge warnings', { help: 'True: accepts the warnings.' }),
  },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['catalog:write'] },
  command: 'svc:product:import',
  example: { path: 'shop.zip' },
  nextStep: () => createMessage('steps.checkPackage'),
  async run(scope, input): Promise<ImportOutput> {
    const [
      { toProductReport },
      { checkOpenPackage, createPackageProver, withPackage },
      { importPackage, importSingleProduct },
      { ImportPlanCache },
    ] = await Promise.all([
      import('./check/check.js'),
      import('./check/open-package.js'),
      import('./import/import.js'),
      import('./import/import-plan.js'),
    ])
    const importMode = toImportMode(input)
    const requireImportable = (check: CheckResult): void =>
      checkFindings(check, scope.caller.grant, input.acknowledge_warnings === true)
    const toOutput = (path: string, applied: readonly ImportResult[], { findings }: CheckResult): ImportOutput => {
      return { path, mode: importMode.mode, imported: true, products: applied.map(toProductReport), findings }
    }
    return withPackage(
      scope,
      input,
      async ({ shown: displayName }, pack) => {
        const { progress } = scope
        const [work, source] = [new ServiceContext(scope.context), { pack, name: displayName }]
        if (pack.manifest.products.length === 1) {
          progress(createMessage('results.checkingProducts', { count: 1 }))
          const result = await importSingleProduct(work, source, importMode, {
            prove: createPackageProver(scope),
            isBlocked: createBlockPredicate(requireImportable),
            progress,
          })
          if (!result.stored) requireImportable(result.checked)
          return toOutput(displayName, result.checked.applied, result.checked)
        }
        const plans = new ImportPlanCache()
        const check = await checkOpenPackage(scope, pack, importMode, plans)
        requireImportable(check)
        return toOutput(displayName, await importPackage(work, source, importMode, { plans, progress }), check)
      },
      ({ shown: displayName }, check) => {
        requireImportable(check)
        return toOutput(displayName, [], check)
      },
    )
  },
})

/** Throws if findings prevent the import, and lists all. */
function checkFindings(check: CheckResult, grant: Grant, acknowledged: boolean): void {
  refuse(check, 'blocker', 'path')
  requireScopes(grant, check.needsScopes)
  if (!acknowledged) refuse(check, 'warning', 'acknowledge_warnings')
}

const createBlockPredicate =
  (requireImportable: (found: CheckResult) => void) =>
  (check: CheckResult): boolean => {
    try {
      requireImportable(check)
      return false
    } catch {
      return true
    }
  }

/** Imports a variant table from CSV text and replaces the product's table of that name. */
const importTable = defineAction({
  name: 'import-table',
  description:
    'Imports a variant table from CSV text: allowed or forbidden combinations of answers. ' +
    'The first line contains questions, each other line a combination. ' +
    'Cells contain an answer, a number, a range such as 40..60, several such values separated by |, or * for any. ' +
    "Replaces the product's table of that name.",
  input: {
    product_id: inputForms.productArgument(),
    name: string('Name', { required: true, trimmed: true, help: 'The name of the table.' }),
    csv: string('CSV', {
      required: true,
      long: true,
      length: 2_000_000,
      help: 'Separated by commas, semicolons or tabs. Questions and answers by title, internal name or id.',
    }),
    mode: dropdown('Mode', {
      choices: { allow: 'Only these combinations', forbid: 'All but these combinations' },
      help: 'allow (default): only these combinations; forbid: all others.',
    }),
    language: dropdown('Language', {
      choices: 'languages',
      help: 'The language of the numbers, a tag such as de-DE. Default: the store default.',
    }),
    dry_run: inputForms.dryRunArgument('If true, reports the effects and stores nothing.'),
  },
  // Not a tool: assistants write tables in product sheets.
  tool: false,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  example: { product_id: 1, name: 'Sizes', csv: 'Colour,Size\nRed,Small\nBlue,*\n', dry_run: true },
  nextStep: inputForms.suggestProductStep,
  async run(scope, { product_id, name, csv, mode = 'allow', language, dry_run = false }): Promise<TableReport> {
    const { importVariantTable } = await import('./table/import-table.js')
    return importVariantTable(scope, { product_id, name, csv, mode, language, dry_run })
  },
})

export const packageActions: readonly Action<never>[] = [exportProduct, checkProductPackage, importProductPackage, importTable]
