// Parts of the admin that plugins draw: screens, tiles and controls. Loads their scripts.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpenAdminPart, AdminKit, AdminControlState, OpenAdminControl } from '#core/contract.js'
import type { AdminSessionReply, MenuEntry } from '../../api/account-shape.js'
import { FailureMessage } from '../shell/failure-message.js'
import { requestBody } from '../base/api.js'
import { queryClient, sessionQuery } from '../base/queries.js'
import { getRootPath } from '../base/screen-location.js'
import { navigate, useWindowTitle } from '../base/routing.js'
import { showToast } from '../base/toasts.js'
import { currentLanguage } from '../wording/text.js'
import type { ControlProps } from '../control/control-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'

/** The exported `open` function of the script. Throws if there is no such script or function. */
async function loadOpenFunction<T>(script: string): Promise<T> {
  const loaded = (await import(/* @vite-ignore */ new URL(script, location.href).href)) as { readonly open?: unknown }
  if (typeof loaded.open !== 'function') throw new Error(`The script ${script} exports no function 'open'.`)
  return loaded.open as T
}

function createAdminKit(session: AdminSessionReply | null, mayWrite: boolean): AdminKit {
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

interface PluginPartProps {
  readonly script: string
  readonly mayWrite: boolean
  readonly session: AdminSessionReply
}

export function PluginPart({ script, mayWrite, session }: PluginPartProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    let isUnmounted = false
    let close: (() => void) | void
    const begin = async (): Promise<void> => {
      try {
        const open = await loadOpenFunction<OpenAdminPart>(script)
        if (!isUnmounted && host.current) close = open(host.current, createAdminKit(session, mayWrite))
      } catch (error) {
        if (!isUnmounted) setFailure(error)
      }
    }
    void begin()
    return () => {
      isUnmounted = true
      close?.()
      host.current?.replaceChildren()
    }
  }, [script, mayWrite, session])
  return failure === null ? (
    <div ref={host} className="plugged" />
  ) : (
    <FailureMessage error={failure} retry={() => location.reload()} />
  )
}

interface PluginControlProps extends ControlProps {
  readonly script: string
  readonly otherwise: ReactNode
}

type OpenControl = ReturnType<OpenAdminControl>

function toControlState({
  id,
  label,
  value,
  required,
  disabled,
  invalid,
  describedBy,
  onChange,
}: ControlProps): AdminControlState {
  return {
    id,
    label,
    value: value ?? null,
    describedBy: describedBy ?? '',
    change: onChange,
    required: required === true,
    disabled: disabled === true,
    invalid: invalid === true,
  }
}

export function PluginControl({ script, otherwise, ...props }: PluginControlProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<OpenControl | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    let openControl: OpenControl | undefined
    const begin = async (): Promise<void> => {
      try {
        const open = await loadOpenFunction<OpenAdminControl>(script)
        if (isUnmounted || !host.current) return
        openControl = open(host.current, createAdminKit(null, false))
        setOpened(openControl)
      } catch {
        if (!isUnmounted) setFailed(true)
      }
    }
    void begin()
    return () => {
      isUnmounted = true
      openControl?.close?.()
    }
  }, [script])
  // Any property may have changed, so the script gets the state after every render.
  useEffect(() => {
    try {
      opened?.show(toControlState(props))
    } catch {
      setFailed(true)
    }
  })
  return failed ? otherwise : <div ref={host} className="plugged-control" onBlur={props.onBlur} />
}

adoptFormStyle()
adoptListStyle()

export function PluginScreen({ entry, session }: { readonly entry: MenuEntry; readonly session: AdminSessionReply }): ReactNode {
  useWindowTitle(entry.label)
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{entry.label}</h1>
      </header>
      <PluginPart script={entry.script!} mayWrite={entry.may.write} session={session} />
    </div>
  )
}
