// A list of what is known of a thing: what it is called, and what it is.
import type { ReactNode } from 'react'

/** By label; each label stands once. */
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
