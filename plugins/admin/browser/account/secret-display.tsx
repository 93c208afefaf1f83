// Shows a secret once: selected as a whole, with a copy button.
import { type ReactNode, useState } from 'react'
import { t } from '../wording/text.js'

export function SecretDisplay({ label, secret }: { readonly label: string; readonly secret: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  return (
    <div className="once" role="status">
      <label htmlFor="once">{label}</label>
      <div className="with-button">
        <input id="once" type="text" className="mono" readOnly value={secret} onFocus={(event) => event.target.select()} />
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(secret).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {copied ? t('copied') : t('copy')}
        </button>
      </div>
    </div>
  )
}
