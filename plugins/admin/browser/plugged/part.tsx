// Container for a plugin's script: a screen below its heading, or a tile of the start screen.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpenAdminPart } from '#core/model/admin/module.js'
import type { Session } from '../../transport/shape.js'
import { Failure } from '../shell/failure.js'
import { kitOf, loadOpen } from './open.js'

interface PluggedPartProps {
  readonly script: string
  readonly mayWrite: boolean
  readonly session: Session
}

export function PluggedPart({ script, mayWrite, session }: PluggedPartProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    let left = false
    let close: (() => void) | void
    const begin = async (): Promise<void> => {
      try {
        const open = await loadOpen<OpenAdminPart>(script)
        if (!left && host.current) close = open(host.current, kitOf(session, mayWrite))
      } catch (error) {
        if (!left) setFailure(error)
      }
    }
    void begin()
    return () => {
      left = true
      close?.()
      host.current?.replaceChildren()
    }
  }, [script, mayWrite, session])
  return failure === null ? <div ref={host} className="plugged" /> : <Failure error={failure} retry={() => location.reload()} />
}
