// Buttons for the selected part of a table. Each has a keyboard shortcut too.
import type { ReactNode } from 'react'
import { type EditorTextKey, tEditor } from '../wording/editor-text.js'

export interface ToolbarButton {
  readonly name: EditorTextKey
  readonly run: () => void
  readonly disabled?: boolean
  readonly pressed?: boolean
  readonly keys?: string
}

export function MatrixToolbar({
  tools,
  controls,
}: {
  readonly tools: readonly ToolbarButton[]
  readonly controls: string
}): ReactNode {
  return (
    <div className="matrix-tools" role="group" aria-label={tEditor('tableTools')}>
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
          {tEditor(name)}
        </button>
      ))}
    </div>
  )
}
