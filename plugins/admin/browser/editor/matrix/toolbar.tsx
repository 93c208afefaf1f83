// Buttons for the selected part of a table. Each has a keyboard shortcut too.
import type { ReactNode } from 'react'
import { type EditorKey, say } from '../wording/say.js'

export interface Tool {
  readonly name: EditorKey
  readonly run: () => void
  readonly disabled?: boolean
  readonly pressed?: boolean
  readonly keys?: string
}

export function Toolbar({ tools, controls }: { readonly tools: readonly Tool[]; readonly controls: string }): ReactNode {
  return (
    <div className="matrix-tools" role="group" aria-label={say('tableTools')}>
      {tools.map(({ name, run, disabled, pressed, keys }) => (
        <button
          key={name}
          type="button"
          aria-pressed={pressed}
          aria-controls={controls}
          aria-keyshortcuts={keys}
          title={keys}
          disabled={disabled}
          onClick={run}
        >
          {say(name)}
        </button>
      ))}
    </div>
  )
}
