// The keyboard help: the shortcuts that are currently active.
import type { ReactNode } from 'react'
import { Dialog } from '../base/dialog.js'
import { activeShortcuts, formatShortcut, keyHelpSections } from '../base/shortcuts.js'
import { useStore } from '../base/store.js'
import { t } from '../wording/text.js'

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const shortcuts = useStore(activeShortcuts)
  const parts = useStore(keyHelpSections)
  const last = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut.label]))
  return (
    <Dialog title={t('keyMap')} onClose={onClose}>
      <dl className="keys">
        {[...last].map(([keys, label]) => (
          <div key={keys}>
            <dt>
              <kbd>{formatShortcut(keys)}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>{t('closeKey')}</dd>
        </div>
      </dl>
      {parts.map(({ part, keys }) => (
        <section key={part} aria-label={part}>
          <h3>{part}</h3>
          <dl className="keys">
            {keys.map(({ keys: pressed, label }) => (
              <div key={label}>
                <dt>
                  {pressed.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
