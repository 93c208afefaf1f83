// The control by which the arguments of a condition are written: any of the form's own, handed down so that no file imports in a circle.
import { type ComponentType, createContext } from 'react'
import type { ControlProps } from '../../control/define.js'

export const ArgumentControl = createContext<ComponentType<ControlProps> | null>(null)
