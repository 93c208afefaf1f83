// Error output of a failed command: the summary first, then each issue once.
import { expect } from 'chai'
import { ServiceError, ValidationError } from '../../../core/foundation/errors.js'
import { toCommandFailure } from '../../../plugins/cli/program.js'

describe('a failed command', () => {
  const issue = (message: string) => ({ field: 'path', code: 'checksum', message })

  it('prints each issue on its own line', () => {
    const { lines, exitCode } = toCommandFailure(new ValidationError([issue('One is wrong.'), issue('Two is wrong.')]))
    expect([exitCode, ...lines]).to.deep.equal([1, 'One is wrong.', 'Two is wrong.'])
  })

  it('prints the summary and the existing records once, then each issue', () => {
    const message = 'The package cannot be imported. One is wrong. Two is wrong. Product 1 stands as 7.'
    const { lines } = toCommandFailure(new ValidationError([issue('One is wrong.'), issue('Two is wrong.')], message))
    expect(lines).to.deep.equal(['The package cannot be imported. Product 1 stands as 7.', 'One is wrong.', 'Two is wrong.'])
  })

  it('prints an error without a field, and always prints something', () => {
    expect(toCommandFailure(new ValidationError([], "Could not delete product 1: list 'All' needs it.")).lines).to.deep.equal([
      "Could not delete product 1: list 'All' needs it.",
    ])
    expect(toCommandFailure(new ServiceError('NOT_FOUND', 'There is no product 9.')).lines).to.deep.equal([
      'There is no product 9.',
    ])
  })
})
