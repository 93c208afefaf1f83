// A native select whose many options are rendered only before use, because a rule contains many of them.
import { type ReactNode, useState } from 'react'

export interface OptionGroup {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

interface LazySelectProps {
  readonly label: string
  readonly value: string
  /** Label of the selected value. */
  readonly shown: string
  readonly groups: () => readonly OptionGroup[]
  readonly onChange: (value: string) => void
  readonly disabled?: boolean | undefined
}

export function LazySelect({ label, value, shown: selectedLabel, groups, onChange, disabled }: LazySelectProps): ReactNode {
  const [near, setNear] = useState(false)
  const laid = near ? groups() : []
  const isListed = laid.some(({ choices }) => choices.some((choice) => choice.value === value))
  const approach = (): void => setNear(true)
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      onFocus={approach}
      onPointerEnter={approach}
      onChange={(event) => onChange(event.target.value)}
    >
      {!isListed && <option value={value}>{selectedLabel}</option>}
      {laid.map((group) => (
        <optgroup key={group.label} label={group.label}>
          {group.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
