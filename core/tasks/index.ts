// The recurring work that core brings.
import type { Task } from '../task/define.js'
import { expireConfigurations } from './expire-configurations.js'
import { forgetIdempotencyKeys } from './forget-idempotency-keys.js'

export const tasks: readonly Task[] = [expireConfigurations, forgetIdempotencyKeys]
