// Loads a plugin's script and builds the toolkit that admin scripts receive.
import type { AdminKit } from '#core/contract.js'
import type { AdminSessionReply } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { queryClient, sessionQuery } from '../base/queries.js'
import { getRootPath } from '../base/root-path.js'
import { navigate } from '../base/routing.js'
import { showToast } from '../base/toasts.js'
import { currentLanguage } from '../wording/text.js'

/** The exported `open` function of the script. Throws if there is no such script or function. */
export async function loadOpenFunction<T>(script: string): Promise<T> {
  const loaded = (await import(/* @vite-ignore */ new URL(script, location.href).href)) as { readonly open?: unknown }
  if (typeof loaded.open !== 'function') throw new Error(`The script ${script} exports no function 'open'.`)
  return loaded.open as T
}

export function createAdminKit(session: AdminSessionReply | null, mayWrite: boolean): AdminKit {
  const currentSession = session ?? queryClient.getQueryData(sessionQuery.queryKey)
  const tags = currentSession?.languages ?? []
  return {
    language: currentLanguage.get(),
    languages: [...tags.filter((entry) => entry.default), ...tags.filter((entry) => !entry.default)].map(({ tag }) => tag),
    mayWrite,
    page: (path) => getRootPath() + path,
    ask: (method, path, body) => requestBody(method, path, body === undefined ? {} : { body }),
    go: (path) => void navigate(path),
    tell: (sentence) => showToast({ text: sentence }),
  }
}
