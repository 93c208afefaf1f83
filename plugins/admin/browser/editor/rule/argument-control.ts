// React context with the control for arguments of conditions. It avoids a circular import.
import { type ComponentType, createContext } from 'react'
import type { ControlProps } from '../../control/control-props.js'

export const ArgumentControl = createContext<ComponentType<ControlProps> | null>(null)
