// One question to a register of VAT ids, which ends in time whatever the register does.
import { runUntilAborted } from '../../foundation/run-until-aborted.js'
import type { Context } from '../../storage/context.js'
import type { VatAnswer, VatRegister } from './define.js'

/** @param patience milliseconds */
export async function ask(
  { log }: Context,
  register: VatRegister,
  id: string,
  patience: number,
  signal: AbortSignal,
): Promise<VatAnswer> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  try {
    return await runUntilAborted(end, () => register.check(id, end))
  } catch (error) {
    if (!end.aborted) log.warn({ err: error, register: register.name }, 'A register of VAT ids failed; it is asked again later.')
    return 'unknown'
  }
}
