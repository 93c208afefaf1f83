// Moves between screens without loading the page, and asks first where something typed would be lost.
import type { MouseEvent, ReactNode } from 'react'
import { root } from './root.js'
import { createStore, useStore } from './store.js'

export interface Way {
  /** Below the root, without the query. */
  readonly path: string
  readonly query: string
}

/** Asks whether what was typed may be given up. */
type Guard = () => Promise<boolean>

const read = (): Way => ({ path: decodeURI(location.pathname).slice(root.length), query: location.search })
const way = createStore<Way>(read())
let guard: Guard | null = null
let index = 0
/** True while the browser goes back to where it was, to ask first. */
let returning = false

export const useWay = (): Way => useStore(way)

/** Holds every move up until it is confirmed; null lets all pass. */
export function keepGuard(next: Guard | null): void {
  guard = next
}

/** Goes to an address below the root; `replace` leaves no step to come back to. False where the person stayed. */
export async function go(to: string, { replace = false, guarded = true } = {}): Promise<boolean> {
  if (guarded && guard && !(await guard())) return false
  if (!replace) index += 1
  history[replace ? 'replaceState' : 'pushState']({ index }, '', root + to)
  way.set(read())
  return true
}

/** Changes the query of the same screen, which loses nothing. */
export function goQuery(query: URLSearchParams, replace = true): void {
  const text = query.toString()
  if (!replace) index += 1
  history[replace ? 'replaceState' : 'pushState']({ index }, '', location.pathname + (text === '' ? '' : `?${text}`))
  way.set(read())
}

async function moved(event: PopStateEvent): Promise<void> {
  if (returning) {
    returning = false
    return
  }
  const to = (event.state as { readonly index?: number } | null)?.index ?? 0
  const asked = guard
  if (asked && to !== index) {
    const delta = to - index
    returning = true
    history.go(-delta)
    if (!(await asked())) return
    guard = null
    history.go(delta)
    return
  }
  index = to
  way.set(read())
}

/** Hears the browser's buttons, and a page that is closed with something typed. */
export function startRouting(): void {
  index = (history.state as { readonly index?: number } | null)?.index ?? 0
  history.replaceState({ index }, '')
  addEventListener('popstate', (event) => void moved(event))
  addEventListener('beforeunload', (event) => {
    if (guard) event.preventDefault()
  })
}

interface LinkProps {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  readonly current?: boolean
  readonly label?: string
  readonly onGo?: () => void
}

/** A link to a screen; with a key held it opens as links do. */
export function Link({ to, children, className, current, label, onGo }: LinkProps): ReactNode {
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onGo?.()
    void go(to)
  }
  return (
    <a href={root + to} className={className} aria-current={current ? 'page' : undefined} aria-label={label} onClick={follow}>
      {children}
    </a>
  )
}
