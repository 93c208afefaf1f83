// Client-side routing: switches screens and window titles without loading the page, and asks before unsaved input is lost.
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { t } from '../wording/text.js'
import { getRootPath } from './screen-location.js'
import { createStore, useStore } from './store.js'

interface RouteLocation {
  /** Below the root, without the query. */
  readonly path: string
  readonly query: string
}

/** Asks whether unsaved input may be discarded. */
type NavigationGuard = () => Promise<boolean>

const read = (): RouteLocation => ({ path: decodeURI(location.pathname).slice(getRootPath().length), query: location.search })
const currentRoute = createStore<RouteLocation>(read())
let navigationGuard: NavigationGuard | null = null
let index = 0
/** True while the browser returns to the previous address, to ask first. */
let isReturning = false

export const useRoute = (): RouteLocation => useStore(currentRoute)

/** Sets the guard that must confirm every navigation. null removes it. */
export function setNavigationGuard(next: NavigationGuard | null): void {
  navigationGuard = next
}

/** Navigates to an address below the root. `replace` adds no history entry. Returns false if the guard refused. */
export async function navigate(to: string, { replace = false, guarded = true } = {}): Promise<boolean> {
  // The open form stays, so there is nothing to lose.
  if (navigationGuard && getRootPath() + to === location.pathname + location.search) return true
  if (guarded && navigationGuard && !(await navigationGuard())) return false
  if (!replace) index += 1
  history[replace ? 'replaceState' : 'pushState']({ index }, '', getRootPath() + to)
  currentRoute.set(read())
  return true
}

/** Changes the query of the current screen. No input is lost. */
export function setRouteQuery(query: URLSearchParams, replace = true): void {
  const text = query.toString()
  if (!replace) index += 1
  history[replace ? 'replaceState' : 'pushState']({ index }, '', location.pathname + (text === '' ? '' : `?${text}`))
  currentRoute.set(read())
}

async function handlePopState(event: PopStateEvent): Promise<void> {
  if (isReturning) {
    isReturning = false
    return
  }
  const to = (event.state as { readonly index?: number } | null)?.index ?? 0
  const guard = navigationGuard
  if (guard && to !== index) {
    const delta = to - index
    isReturning = true
    history.go(-delta)
    if (!(await guard())) return
    navigationGuard = null
    history.go(delta)
    return
  }
  index = to
  currentRoute.set(read())
}

/** Listens to the back and forward buttons, and warns before a page with unsaved input closes. */
export function startRouting(): void {
  index = (history.state as { readonly index?: number } | null)?.index ?? 0
  history.replaceState({ index }, '')
  addEventListener('popstate', (event) => void handlePopState(event))
  addEventListener('beforeunload', (event) => {
    if (navigationGuard) event.preventDefault()
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

/** A link to a screen. With a modifier key it behaves like a normal link. */
export function Link({ to, children, className, current, label, onGo }: LinkProps): ReactNode {
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onGo?.()
    void navigate(to)
  }
  return (
    <a
      href={getRootPath() + to}
      className={className}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      onClick={follow}
    >
      {children}
    </a>
  )
}

/** The title of the browser window. The screen's name comes first, to distinguish tabs. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${t('brand')}`
  }, [title])
}
