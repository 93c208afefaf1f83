// The report of a package check: findings, whether an import can follow, and the next step.
import type { Applied, ImportHow } from '../import/define.js'
import { type Checked, hasGrade } from './check.js'
import type { FindingKind, TransferFinding } from './findings.js'

export interface CheckReport extends ImportReport {
  readonly findings: readonly TransferFinding[]
  /** The kinds of the warnings in `findings`. */
  readonly warningKinds: readonly FindingKind[]
  /** True without blockers; warnings are acknowledged by the import. */
  readonly canProceed: boolean
  readonly nextStep: string
  readonly carriesCode: boolean
  readonly needsScopes: Checked['needsScopes']
}

export interface ImportReport {
  readonly path: string
  readonly mode: ImportHow['mode']
  readonly products: readonly ProductReport[]
}

/** The effect on a product, with the number of deleted records instead of their list. */
export type ProductReport = Omit<Applied, 'deleted'> & { readonly deleted: number }

export function productReport({ deleted, ...rest }: Applied): ProductReport {
  return { ...rest, deleted: deleted.length }
}

export function reportOf(path: string, { mode }: ImportHow, checked: Checked): CheckReport {
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
    products: applied.map(productReport),
  }
}

function nextStep(canProceed: boolean, warnings: readonly FindingKind[]): string {
  if (!canProceed)
    return 'Mend what the blockers say, here or in the package, and check it again: it cannot be imported as it is.'
  const how = 'Call the action import-product-package with the same path, mode and new_ids'
  if (warnings.length === 0) return `${how}.`
  return `Read the warnings. If all of that is meant, ${how.charAt(0).toLowerCase()}${how.slice(1)}, and acknowledge_warnings true.`
}
