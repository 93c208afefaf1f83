// One question to a register of VAT ids, which ends in time whatever the register does.
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
  // A register that does not listen to the signal is not waited for either.
  const late = new Promise<VatAnswer>((resolve) => {
    end.addEventListener('abort', () => resolve('unknown'), { once: true })
  })
  try {
    return await Promise.race([register.check(id, end), late])
  } catch (error) {
    if (!end.aborted) log.warn({ err: error, register: register.name }, 'A register of VAT ids failed; it is asked again later.')
    return 'unknown'
  }
}
