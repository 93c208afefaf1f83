// A form field that a plugin's script renders. If the script fails, the built-in control is shown.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AdminControlState, OpenAdminControl } from '#core/contract.js'
import type { ControlProps } from '../control/control-props.js'
import { createAdminKit, loadOpenFunction } from './plugin-script.js'

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
