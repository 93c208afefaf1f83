// Describes the changes that a sheet made, or would make.
import type { ReactNode } from 'react'
import { ResultList } from './transfer-action.js'
import { tTransfer } from './wording/transfer-text.js'

interface PlanChange {
  readonly entity: string
  readonly key: string
  readonly fields?: readonly string[]
}

export interface SheetPlan {
  readonly created: readonly PlanChange[]
  readonly changed: readonly PlanChange[]
  readonly deleted: readonly PlanChange[]
  readonly findings?: readonly { readonly message: string }[]
  readonly files_missing?: readonly { readonly place: string; readonly file: string }[]
  readonly languages_left_out?: readonly string[]
  readonly languages_lacking?: readonly string[]
  readonly affected?: { readonly configurations: readonly unknown[]; readonly carts: readonly unknown[] }
  readonly dry_run?: true
}

const lines = (kind: 'created' | 'changed' | 'deleted', changes: readonly PlanChange[]): readonly string[] =>
  changes.map(({ entity, key, fields = [] }) => tTransfer(kind, { entity, key, fields: fields.join(', ') }))

export function PlanSummary({ plan }: { readonly plan: SheetPlan }): ReactNode {
  const { created, changed, deleted, findings = [], files_missing: files = [], affected } = plan
  const all = [...lines('created', created), ...lines('changed', changed), ...lines('deleted', deleted)]
  const notes = [
    ...(plan.languages_left_out ? [tTransfer('languagesLeftOut', { tags: plan.languages_left_out.join(', ') })] : []),
    ...(plan.languages_lacking ? [tTransfer('languagesLacking', { tags: plan.languages_lacking.join(', ') })] : []),
    ...files.map((missingFile) => tTransfer('filesMissing', { ...missingFile })),
    ...(affected && affected.configurations.length > 0
      ? [tTransfer('affected', { configurations: affected.configurations.length, carts: affected.carts.length })]
      : []),
    ...findings.map(({ message }) => message),
  ]
  return (
    <>
      {all.length === 0 ? (
        <p>{tTransfer('nothingChanges')}</p>
      ) : (
        <ResultList title={tTransfer(plan.dry_run ? 'wouldChange' : 'applied')} lines={all} />
      )}
      <ResultList title={tTransfer('notices')} lines={notes} />
    </>
  )
}
