// Configuration service for in-process callers; they name the shopper in the options.
import type { Context } from '../../storage/context.js'
import { type ShopRules, ShopperContext } from '../shopper-context.js'
import type { Configurations, ReplyOptions } from './define.js'
import { applyHistoryStep } from './history-step.js'
import { duplicateConfiguration } from './duplicate.js'
import { shareConfiguration } from './share.js'
import { changeConfiguration, claimGuestConfiguration, readConfiguration, startConfiguration, uploadFile } from './service.js'

export function createConfigurations(context: Context, rules: ShopRules): Configurations {
  const createShopperContext = ({ shopper, language }: ReplyOptions): ShopperContext =>
    new ShopperContext(context, rules, { shopper, language })
  return {
    start: async (input, options = {}) => startConfiguration(createShopperContext(options), input, options),
    read: async (token, options = {}) => readConfiguration(createShopperContext(options), token, options),
    change: async (token, input, options = {}) => changeConfiguration(createShopperContext(options), token, input, options),
    undo: async (token, input = {}, options = {}) =>
      applyHistoryStep(createShopperContext(options), token, 'undo', input, options),
    redo: async (token, input = {}, options = {}) =>
      applyHistoryStep(createShopperContext(options), token, 'redo', input, options),
    duplicate: async (token, options = {}) => duplicateConfiguration(createShopperContext(options), token, options),
    share: async (token, options = {}) => shareConfiguration(createShopperContext(options), token),
    upload: async (token, file, options = {}) => uploadFile(createShopperContext(options), token, file),
    claim: async (token, shopper) => claimGuestConfiguration(createShopperContext({ shopper }), token),
  }
}
