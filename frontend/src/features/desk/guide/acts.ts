// What the guide explains: acts of an owner's day, each a few steps. Every step has a text, `desk.guide.<act>.<step>`, and of
// the acts that are pictured a picture, public/guide/<act>-<step>.webp, which `node pictures.mjs` takes of the running program.

export const guide = {
  ship: ['find', 'pack', 'send', 'told'],
  refund: ['open', 'choose', 'done'],
  product: ['new', 'basics', 'price', 'publish'],
  request: ['find', 'read', 'reply', 'close'],
  hours: ['find', 'write', 'closed'],
  holidays: ['find', 'days', 'save'],
  withdrawal: ['find', 'goods', 'money'],
  books: ['find', 'save'],
  comment: ['find', 'decide', 'answer'],
  slip: ['open', 'print', 'many'],
  file: ['out', 'change', 'in', 'undo'],
  prices: ['find', 'write', 'sale'],
  complaint: ['find', 'answer', 'close'],
} as const;

export type GuideAct = keyof typeof guide;

export const guideActs = Object.keys(guide) as GuideAct[];

export const pictured: GuideAct[] = ['ship', 'refund', 'product', 'request', 'hours'];

/** Of every picture: a telephone's screen in CSS pixels. */
export const pictureSize = { width: 360, height: 640 };
