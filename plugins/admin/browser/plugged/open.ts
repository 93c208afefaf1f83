// Loads a plugin's script and builds the toolkit that admin scripts receive.
import type { AdminKit } from '#core/model/admin/module.js'
import type { Session } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { client, sessionQuery } from '../ground/queries.js'
import { root } from '../ground/root.js'
import { go } from '../ground/routing.js'
import { tell } from '../ground/toasts.js'
import { spoken } from '../wording/text.js'

/** The exported `open` function of the script. Throws if there is no such script or function. */
export async function loadOpen<T>(script: string): Promise<T> {
  const loaded = (await import(/* @vite-ignore */ new URL(script, location.href).href)) as { readonly open?: unknown }
  if (typeof loaded.open !== 'function') throw new Error(`The script ${script} exports no function 'open'.`)
  return loaded.open as T
}

export function kitOf(session: Session | null, mayWrite: boolean): AdminKit {
  const known = session ?? client.getQueryData(sessionQuery.queryKey)
  const tags = known?.languages ?? []
  return {
    language: spoken.get(),
    languages: [...tags.filter((one) => one.default), ...tags.filter((one) => !one.default)].map(({ tag }) => tag),
    mayWrite,
    page: (path) => root + path,
    ask: (method, path, body) => ask(method, path, body === undefined ? {} : { body }),
    go: (path) => void go(path),
    tell: (sentence) => tell({ text: sentence }),
  }
}
