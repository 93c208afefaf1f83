// Describes the changes that a sheet made, or would make.
import type { ReactNode } from 'react'
import { Told } from './act.js'
import { say } from './wording/say.js'

interface Change {
  readonly entity: string
  readonly key: string
  readonly fields?: readonly string[]
}

export interface Plan {
  readonly created: readonly Change[]
  readonly changed: readonly Change[]
  readonly deleted: readonly Change[]
  readonly findings?: readonly { readonly message: string }[]
  readonly files_missing?: readonly { readonly place: string; readonly file: string }[]
  readonly languages_left_out?: readonly string[]
  readonly languages_lacking?: readonly string[]
  readonly affected?: { readonly configurations: readonly unknown[]; readonly carts: readonly unknown[] }
  readonly dry_run?: true
}

const lines = (kind: 'created' | 'changed' | 'deleted', changes: readonly Change[]): readonly string[] =>
  changes.map(({ entity, key, fields = [] }) => say(kind, { entity, key, fields: fields.join(', ') }))

export function PlanTold({ plan }: { readonly plan: Plan }): ReactNode {
  const { created, changed, deleted, findings = [], files_missing: files = [], affected } = plan
  const all = [...lines('created', created), ...lines('changed', changed), ...lines('deleted', deleted)]
  const notes = [
    ...(plan.languages_left_out ? [say('languagesLeftOut', { tags: plan.languages_left_out.join(', ') })] : []),
    ...(plan.languages_lacking ? [say('languagesLacking', { tags: plan.languages_lacking.join(', ') })] : []),
    ...files.map((one) => say('filesMissing', { ...one })),
    ...(affected && affected.configurations.length > 0
      ? [say('affected', { configurations: affected.configurations.length, carts: affected.carts.length })]
      : []),
    ...findings.map(({ message }) => message),
  ]
  return (
    <>
      {all.length === 0 ? (
        <p>{say('nothingChanges')}</p>
      ) : (
        <Told title={say(plan.dry_run ? 'wouldChange' : 'applied')} lines={all} />
      )}
      <Told title={say('notices')} lines={notes} />
    </>
  )
}
