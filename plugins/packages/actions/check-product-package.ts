// Reports the contents of a transfer package and the effects of importing it, without changing anything.
import { defineAction } from '#core/contract.js'
import { toImportMode, packageArguments } from '../package-arguments.js'
import type { CheckResult, CheckReport } from '../check/check.js'
import type { PackageLocation } from '../package/package-location.js'

export const checkProductPackage = defineAction({
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
      import('../check/open-package.js'),
      import('../check/check.js'),
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
