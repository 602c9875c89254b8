/** A picture without words. */
export const Picture = () => <img src="basket.png" />;
