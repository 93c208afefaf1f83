// Asks a register about one VAT id, with a timeout that does not depend on the register.
import { runUntilAborted } from '../../core/foundation/run-until-aborted.js'
import type { Context } from '../../core/storage/context.js'
import type { VatAnswer, VatRegister } from './define.js'

/** @param patience milliseconds */
export async function askRegister(
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
