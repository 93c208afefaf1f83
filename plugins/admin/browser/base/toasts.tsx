// Short notifications in a corner, announced by screen readers, with at most one button, for example to undo.
import { type ReactNode, useEffect, useState } from 'react'
import type { UndoReply } from '../../api/shape.js'
import { t } from '../wording/text.js'
import { requestBody } from './api.js'
import { refreshRecords } from './queries.js'
import { createStore, useStore } from './store.js'

interface Toast {
  readonly text: string
  readonly kind?: 'done' | 'failed'
  readonly action?: { readonly label: string; readonly run: () => void | Promise<void> }
}

interface ToastEntry extends Toast {
  readonly key: number
}

const toasts = createStore<readonly ToastEntry[]>([])
let lastToastKey = 0

const dismissToast = (key: number): void => toasts.set(toasts.get().filter((entry) => entry.key !== key))

/** Shows a notification. At most four are visible. */
export function showToast(toast: Toast): void {
  lastToastKey += 1
  toasts.set([...toasts.get().slice(-3), { ...toast, key: lastToastKey }])
}

export function showErrorToast(error: unknown): void {
  showToast({ kind: 'failed', text: error instanceof Error ? error.message : String(error) })
}

/** Milliseconds until a notification disappears. Longer if it needs a decision. */
const getToastDuration = (toast: Toast): number => (toast.action || toast.kind === 'failed' ? 20_000 : 6_000)

function ToastMessage({ toast }: { readonly toast: ToastEntry }): ReactNode {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(toast.key), getToastDuration(toast))
    return () => clearTimeout(timer)
  }, [isPaused, toast])
  const pauseHandlers = {
    onMouseEnter: () => setPaused(true),
    onMouseLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
  }
  return (
    <li className={`toast ${toast.kind ?? 'done'}`} {...pauseHandlers} onBlur={() => setPaused(false)}>
      <span className="toast-text">{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className="quiet"
          onClick={() => {
            dismissToast(toast.key)
            void toast.action?.run()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={t('dismiss')} onClick={() => dismissToast(toast.key)}>
        ×
      </button>
    </li>
  )
}

/** The container of the notifications. Exactly one per page, always present. Otherwise screen readers would not announce additions. */
export function Toasts(): ReactNode {
  const entries = useStore(toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {entries.length > 0 && (
        <ul>
          {entries.map((toast) => (
            <ToastMessage key={toast.key} toast={toast} />
          ))}
        </ul>
      )}
    </div>
  )
}

async function runUndo(entity: string, token: string, after?: () => unknown): Promise<void> {
  try {
    const { restored, left: unrestored } = await requestBody<UndoReply>('POST', `undo/${token}`, { body: {} })
    await refreshRecords(entity)
    await after?.()
    const text = t('restored', { count: restored })
    showToast({ text: unrestored.length === 0 ? text : `${text} ${t('leftAlone', { count: unrestored.length })}` })
  } catch (error) {
    showErrorToast(error)
  }
}

/**
 * The undo button of a notification. Nothing without a token.
 * @param after called after the undo, for screens that show the records other than as a list
 */
export function createUndoAction(entity: string, token: string | null, after?: () => unknown): Pick<Toast, 'action'> {
  return token === null ? {} : { action: { label: t('undo'), run: () => runUndo(entity, token, after) } }
}
