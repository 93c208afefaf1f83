// The report of a package check: findings, whether an import can follow, and the next step.
import type { ImportResult, ProductImportOptions } from '../import/define.js'
import { type CheckResult, hasGrade } from './check.js'
import type { TransferFindingKind, TransferFinding } from './findings.js'

export interface CheckReport extends ImportReport {
  readonly findings: readonly TransferFinding[]
  /** The kinds of the warnings in `findings`. */
  readonly warningKinds: readonly TransferFindingKind[]
  /** True without blockers; warnings are acknowledged by the import. */
  readonly canProceed: boolean
  readonly nextStep: string
  readonly carriesCode: boolean
  readonly needsScopes: CheckResult['needsScopes']
}

export interface ImportReport {
  readonly path: string
  readonly mode: ProductImportOptions['mode']
  readonly products: readonly ProductReport[]
}

/** The effect on a product, with the number of deleted records instead of their list. */
export type ProductReport = Omit<ImportResult, 'deleted'> & { readonly deleted: number }

export function toProductReport({ deleted, ...rest }: ImportResult): ProductReport {
  return { ...rest, deleted: deleted.length }
}

export function createCheckReport(path: string, { mode }: ProductImportOptions, checked: CheckResult): CheckReport {
  const { findings, applied, carriesCode, needsScopes } = checked
  const warningKinds = [...new Set(findings.filter(({ grade }) => grade === 'warning').map(({ kind }) => kind))]
  const canProceed = !hasGrade(findings, 'blocker')
  return {
    path,
    mode,
    canProceed,
    nextStep: nextStep(canProceed, warningKinds),
    carriesCode,
    needsScopes,
    warningKinds,
    findings,
    products: applied.map(toProductReport),
  }
}

function nextStep(canProceed: boolean, warnings: readonly TransferFindingKind[]): string {
  if (!canProceed)
    return 'The package cannot be imported as it is. Correct the blockers here or in the package, and check it again.'
  const how = 'Call the action import-product-package with the same path, mode and new_ids'
  if (warnings.length === 0) return `${how}.`
  return `Read the warnings. If all of that is meant, ${how.charAt(0).toLowerCase()}${how.slice(1)}, and acknowledge_warnings true.`
}
