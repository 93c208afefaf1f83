// Container for a plugin's script: a screen below its heading, or a tile of the start screen.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpenAdminPart } from '#core/contract.js'
import type { AdminSessionReply } from '../../api/shape.js'
import { FailureMessage } from '../shell/failure-message.js'
import { createAdminKit, loadOpenFunction } from './plugin-script.js'

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
