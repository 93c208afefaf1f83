// Imports the products of a transfer package, as new records or with their original ids.
import { joinSentences, createMessage, getMessage } from '../foundation/message.js'
import { ImportPlanCache } from '../transfer/import/import-plan.js'
import { importSingleProduct, importPackage } from '../transfer/import/import.js'
import { checkOpenPackage, createPackageProver, withPackage } from './package.js'
import { defineAction } from './define-action.js'
import { toImportMode, packageArguments } from './arguments.js'
import { createIssue, type Issue, ValidationError } from '../foundation/errors.js'
import { type Grant, requireScopes } from '../foundation/access.js'
import { boolean } from '../model/properties/boolean.js'
import { ServiceContext } from '../storage/service-context.js'
import { type CheckResult, type ImportReport, toProductReport } from '../transfer/check/check.js'
import type { TransferFinding } from '../transfer/findings.js'
import type { ImportResult } from '../transfer/import/define.js'

interface Output extends ImportReport {
  readonly imported: true
  /** Acknowledged warnings and notices. */
  readonly findings: readonly TransferFinding[]
}

/** Refuses all findings of a grade at once. */
function refuse({ findings }: CheckResult, grade: 'blocker' | 'warning', field: string): void {
  const matching = findings.filter((finding) => finding.grade === grade)
  if (matching.length === 0) return
  const issues = matching.map((finding): Issue => createIssue(field, getMessage(finding), finding.kind))
  const key = grade === 'blocker' ? 'errors.packageRefused' : 'errors.packageUnacknowledged'
  throw new ValidationError(issues, createMessage(key, { findings: joinSentences(matching.map(getMessage)) }))
}

export const importProductPackage = defineAction({
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
  async run(scope, input): Promise<Output> {
    const importMode = toImportMode(input)
    const requireImportable = (check: CheckResult): void =>
      checkFindings(check, scope.caller.grant, input.acknowledge_warnings === true)
    const toOutput = (path: string, applied: readonly ImportResult[], { findings }: CheckResult): Output => {
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
