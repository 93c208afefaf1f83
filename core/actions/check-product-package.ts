// Says what is in a transfer package and what importing it would do, and changes nothing (spec 2.7, 4.4).
import { defineAction } from '../action/define.js'
import { howOf, packageArguments } from '../action/package-arguments.js'
import { spellActions } from '../action/spelling.js'
import type { CheckReport } from '../transfer/check/report.js'

export const checkProductPackage = defineAction({
  name: 'check-product-package',
  description:
    'Checks a transfer package before it is imported: findings as blocker, warning or notice. ' +
    'Says whether it can proceed, what would change, and which scopes it needs. Changes nothing.',
  input: packageArguments,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  command: 'svc:product:check',
  async run(scope, input): Promise<CheckReport> {
    const [{ withPackage }, { reportOf }] = await Promise.all([
      import('../action/package.js'),
      import('../transfer/check/report.js'),
    ])
    return withPackage(scope, input, (checked, { shown }) => {
      const report = reportOf(shown, howOf(input), checked)
      return { ...report, nextStep: spellActions(report.nextStep, scope.spell) }
    })
  },
})
