// Error output of a failed command: the summary first, then each issue once.
import { expect } from 'chai'
import { BootError, createBootFault, ServiceError, ValidationError } from '../../../core/foundation/errors.js'
import { createMessage } from '../../../core/foundation/message.js'
import { toCommandFailure } from '../../../plugins/cli/result-format.js'

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

  it('prints the faults of a start in the language of the terminal', () => {
    const values = { key: 'pluggins', suggestion: createMessage('errors.didYouMean', { name: 'plugins' }) }
    const message = createMessage('boot.configKeyUnknown', values)
    const error = new BootError([
      createBootFault('config-key-unknown', 'svc.config.ts', message, createMessage('boot.fixConfig')),
    ])
    const print = (LANG: string): readonly string[] => toCommandFailure(error, { LANG }).lines
    expect(print('de_DE.UTF-8')).to.deep.equal([
      '[config-key-unknown] svc.config.ts: Der Schlüssel „pluggins“ der Konfiguration ist unbekannt. Meinten Sie „plugins“? ' +
        'Beheben Sie den Fehler und starten Sie den Dienst neu.',
    ])
    expect(print('he_IL.UTF-8').join()).to.match(/המפתח „pluggins” של התצורה אינו מוכר/)
    expect(print('C')).to.deep.equal([
      "[config-key-unknown] svc.config.ts: The configuration key 'pluggins' is unknown. Did you mean 'plugins'? " +
        'Fix it and start the service again.',
    ])
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
