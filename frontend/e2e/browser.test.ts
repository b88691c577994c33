// The whole suite: one browser and one shop for all stories, two of them at a time.

import { after, before, describe } from 'node:test';
import { account } from './account.story';
import { buying } from './buying.story';
import { captcha } from './captcha.story';
import { cart } from './cart.story';
import { client } from './client.story';
import { comments } from './comments.story';
import { desk } from './desk.story';
import { deskInbox } from './desk-inbox.story';
import { deskWords } from './desk-words.story';
import { everyPageOfTheDesk, everyPersonalPage, everyPublicPage } from './every-page.story';
import { hydration } from './hydration.story';
import { inquiries } from './inquiries.story';
import { keyboard } from './keyboard.story';
import { landing } from './landing.story';
import { language } from './language.story';
import { missing } from './missing.story';
import { offline } from './offline.story';
import { paying } from './paying.story';
import { products } from './products.story';
import { redsys } from './redsys.story';
import { security } from './security.story';
import { session } from './session.story';
import { productFile, Shop } from './shop';
import { sso } from './sso.story';
import { stripe } from './stripe.story';
import { openBrowser, type World } from './visitor';

describe('the shop in a browser', { concurrency: 2 }, () => {
  let opened: World | undefined;
  const world = (): World => {
    if (opened === undefined) throw new Error('the shop is not open');
    return opened;
  };

  before(async () => {
    const browser = await openBrowser();
    const shop = await Shop.open().catch(async (error: unknown) => {
      await browser.close();
      throw error;
    });
    opened = { shop, browser };
    // The owner brings a real product file along while the shop is open.
    await shop.run('import-products', productFile);
  });

  after(async () => {
    await opened?.browser.close();
    await opened?.shop.close();
  });

  const pages = [everyPublicPage, everyPersonalPage, everyPageOfTheDesk, hydration];
  const stories = [...pages, buying, paying, cart, landing, language, session, account, security, captcha, client, comments, desk, deskInbox, deskWords, products, keyboard, inquiries, missing, offline, sso, stripe, redsys];
  for (const tell of stories) tell(world);
});
