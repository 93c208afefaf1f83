// A definition list of labels and values.
import type { ReactNode } from 'react'

/** Labels are unique. */
export type FactEntries = readonly (readonly [label: string, value: ReactNode])[]

export function FactList({ facts }: { readonly facts: FactEntries }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
