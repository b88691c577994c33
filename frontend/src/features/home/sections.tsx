import { Contact } from '../contact/contact';
import { About } from './about';
import { Firm } from './firm';
import { Gallery } from './gallery';
import { Promotion } from './promotion';
import { Services } from './services';

export function HomeSections() {
  return (
    <>
      <Services />
      <Promotion />
      <About />
      <Firm />
      <Gallery />
      <Contact />
    </>
  );
}
