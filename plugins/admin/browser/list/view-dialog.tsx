// Dialog that asks for the name of a view.
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from '../base/dialog.js'
import { t } from '../wording/text.js'

interface ViewDialogProps {
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

export function ViewDialog({ onClose, onName }: ViewDialogProps): ReactNode {
  const [name, setName] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') onName(name.trim())
  }
  return (
    <Dialog title={t('keepView')} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{t('keepViewLead')}</p>
        <div className="field">
          <label htmlFor="view-name">{t('viewName')}</label>
          <input id="view-name" required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </div>
        <footer>
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className="primary">
            {t('keep')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
