// The verbs that core brings; each becomes an assistant's tool, a command and an in-process call.
import type { Action } from '../action/define.js'
import { clearCache } from './clear-cache.js'
import { proveProduct } from './prove-product.js'
import { simulateProduct } from './simulate-product.js'

export const actions: readonly Action<never>[] = [clearCache, proveProduct, simulateProduct]
