// Modal dialogs, based on the browser's own dialog element: it traps the focus, closes on Escape and restores the focus.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { t } from '../wording/text.js'
import { createStore, useStore } from './store.js'

/** The first input of a dialog. */
const firstInputSelector = '.dialog-body > :not(header) :is(input:not([type=hidden]), select, textarea):not(:disabled)'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  readonly wide?: boolean
  readonly className?: string
  /** Omits the header, for content with a title of its own. */
  readonly bare?: boolean
}

export function Dialog({ title, children, onClose, wide, className = '', bare }: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // A layout effect ends before the element is removed. The browser restores the focus only then.
  useLayoutEffect(() => {
    const dialogElement = element.current
    if (dialogElement && !dialogElement.open) {
      dialogElement.showModal()
      // The browser would focus the first element, the close button.
      dialogElement.querySelector<HTMLElement>(firstInputSelector)?.focus()
    }
    return () => dialogElement?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className={`dialog${wide ? ' wide' : ''} ${className}`}
      aria-labelledby={bare ? undefined : heading}
      aria-label={bare ? title : undefined}
      onCancel={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      // Pressing outside closes the dialog. Releasing outside after a text selection does not.
      onMouseDown={(event) => event.target === element.current && onClose()}
    >
      <div className="dialog-body">
        {!bare && (
          <header>
            <h2 id={heading}>{title}</h2>
            <button type="button" className="icon-button" aria-label={t('close')} onClick={onClose}>
              ×
            </button>
          </header>
        )}
        {children}
      </div>
    </dialog>
  )
}

interface DialogFooterProps {
  readonly onCancel: () => void
  /** Default: "Cancel". */
  readonly cancel?: string | undefined
  /** The label of the main button. */
  readonly action: string
  /** Omitted: the main button submits the form. */
  readonly run?: () => void
  readonly destructive?: boolean | undefined
  readonly disabled?: boolean
  /** The button stays focusable while the action runs. */
  readonly busy?: boolean
}

/** The buttons of a dialog: cancel, and the action. */
export function DialogFooter({ onCancel, cancel, action, run, destructive, disabled, busy }: DialogFooterProps): ReactNode {
  return (
    <footer>
      <button type="button" onClick={onCancel}>
        {cancel ?? t('cancel')}
      </button>
      <button
        type={run ? 'button' : 'submit'}
        className={destructive ? 'danger' : 'primary'}
        disabled={disabled}
        aria-disabled={busy || undefined}
        onClick={run}
      >
        {action}
      </button>
    </footer>
  )
}

export interface ConfirmationQuestion {
  readonly title: string
  readonly text?: string
  /** The consequences, one sentence each. */
  readonly points?: readonly string[]
  readonly yes: string
  readonly no?: string
  readonly destructive?: boolean
}

const pendingQuestion = createStore<(ConfirmationQuestion & { readonly answer: (yes: boolean) => void }) | null>(null)

/** Asks a yes/no question. Closing the dialog means no. */
export function askConfirmation(question: ConfirmationQuestion): Promise<boolean> {
  pendingQuestion.get()?.answer(false)
  return new Promise((resolve) => {
    pendingQuestion.set({
      ...question,
      answer(yes) {
        pendingQuestion.set(null)
        resolve(yes)
      },
    })
  })
}

/** Shows the questions. Exactly one per page. */
export function ConfirmationDialog(): ReactNode {
  const question = useStore(pendingQuestion)
  if (!question) return null
  const { title, text, points = [], yes, no, destructive, answer } = question
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      {text && <p>{text}</p>}
      {points.length > 0 && (
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      <DialogFooter onCancel={() => answer(false)} cancel={no} action={yes} run={() => answer(true)} destructive={destructive} />
    </Dialog>
  )
}
