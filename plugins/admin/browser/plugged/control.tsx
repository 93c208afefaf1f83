// A form field that a plugin's script renders. If the script fails, the built-in control is shown.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AdminControlState, OpenAdminControl } from '#core/model/admin/module.js'
import type { ControlProps } from '../control/define.js'
import { kitOf, loadOpen } from './open.js'

interface PluggedControlProps extends ControlProps {
  readonly script: string
  readonly otherwise: ReactNode
}

type Opened = ReturnType<OpenAdminControl>

function stateOf({ id, label, value, required, disabled, invalid, describedBy, onChange }: ControlProps): AdminControlState {
  return {
    ...{ id, label, value: value ?? null, describedBy: describedBy ?? '', change: onChange },
    ...{ required: required === true, disabled: disabled === true, invalid: invalid === true },
  }
}

export function PluggedControl({ script, otherwise, ...props }: PluggedControlProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let left = false
    let held: Opened | undefined
    const begin = async (): Promise<void> => {
      try {
        const open = await loadOpen<OpenAdminControl>(script)
        if (left || !host.current) return
        held = open(host.current, kitOf(null, false))
        setOpened(held)
      } catch {
        if (!left) setFailed(true)
      }
    }
    void begin()
    return () => {
      left = true
      held?.close?.()
    }
  }, [script])
  // Any property may have changed, so the script gets the state after every render.
  useEffect(() => {
    try {
      opened?.show(stateOf(props))
    } catch {
      setFailed(true)
    }
  })
  return failed ? otherwise : <div ref={host} className="plugged-control" onBlur={props.onBlur} />
}
