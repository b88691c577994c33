import { onDemand } from '../../route-page';

/** The contact section of the landing page, whose form the other pages of the shop need not carry. */
export const contactSection = onDemand(async () => (await import('./contact')).Contact);
