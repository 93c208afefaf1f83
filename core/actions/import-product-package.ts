// Imports the products of a transfer package: beside what stands, or exactly as they were (spec 2.7, 4.4).
import { defineAction } from '../action/define.js'
import { howOf, packageArguments } from '../action/package-arguments.js'
import { type Issue, ValidationError } from '../ground/errors.js'
import type { Grant } from '../ground/access/grant.js'
import { requireScopes } from '../ground/access/require.js'
import { boolean } from '../model/properties/boolean.js'
import { Work } from '../storage/work.js'
import type { Checked } from '../transfer/check/check.js'
import type { Grade, TransferFinding } from '../transfer/check/findings.js'
import type { ImportReport } from '../transfer/check/report.js'
import type { Applied } from '../transfer/import/define.js'

interface Output extends ImportReport {
  readonly imported: true
  /** Acknowledged warnings and notices. */
  readonly findings: readonly TransferFinding[]
}

/** What stands in the way, all of it at once. */
function refuse({ findings }: Checked, grade: Grade, field: string, sentence: string): void {
  const found = findings.filter((one) => one.grade === grade)
  if (found.length === 0) return
  const issues = found.map(({ kind, message }): Issue => ({ field, code: kind, message }))
  throw new ValidationError(issues, `${sentence} ${found.map(({ message }) => message).join(' ')}`)
}

export const importProductPackage = defineAction({
  name: 'import-product-package',
  description:
    'Imports the products of a transfer package; call the action check-product-package first. ' +
    'Blockers refuse it, warnings until they are acknowledged. Each product is imported whole or not at all. There is no undo.',
  input: {
    ...packageArguments,
    acknowledge_warnings: boolean('Acknowledge warnings', { help: 'True: the warnings were read and are meant.' }),
  },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['catalog:write'] },
  command: 'svc:product:import',
  example: { path: 'shop.zip' },
  nextStep: () => 'Call the action check-product-package with the same arguments to read every finding.',
  async run(scope, input): Promise<Output> {
    const [{ checked, prover, withPackage }, { productReport }, { importPackage }, { importAtOnce }, { Plans }] =
      await Promise.all([
        import('../action/package.js'),
        import('../transfer/check/report.js'),
        import('../transfer/import/import.js'),
        import('../transfer/import/at-once.js'),
        import('../transfer/import/plans.js'),
      ])
    const how = howOf(input)
    const judge = (found: Checked): void => judged(found, scope.caller.grant, input.acknowledge_warnings === true)
    const told = (path: string, applied: readonly Applied[], { findings }: Checked): Output => {
      return { path, mode: how.mode, imported: true, products: applied.map(productReport), findings }
    }
    return withPackage(
      scope,
      input,
      async ({ shown }, pack) => {
        const { progress } = scope
        const [work, named] = [new Work(scope.context), { pack, name: shown }]
        if (pack.manifest.products.length === 1) {
          progress('Checking 1 product.')
          const once = await importAtOnce(work, named, how, { prove: prover(scope), bars: barredBy(judge), progress })
          if (!once.stored) judge(once.checked)
          return told(shown, once.checked.applied, once.checked)
        }
        const plans = new Plans()
        const found = await checked(scope, pack, how, plans)
        judge(found)
        return told(shown, await importPackage(work, named, how, { plans, progress }), found)
      },
      ({ shown }, found) => {
        judge(found)
        return told(shown, [], found)
      },
    )
  },
})

/** Throws where something found bars the import: all of it at once. */
function judged(found: Checked, grant: Grant, acknowledged: boolean): void {
  refuse(found, 'blocker', 'path', 'The package cannot be imported.')
  requireScopes(grant, found.needsScopes)
  const sentence = 'The package was not imported, because these warnings are not acknowledged (acknowledge_warnings).'
  if (!acknowledged) refuse(found, 'warning', 'acknowledge_warnings', sentence)
}

const barredBy =
  (judge: (found: Checked) => void) =>
  (found: Checked): boolean => {
    try {
      judge(found)
      return false
    } catch {
      return true
    }
  }
