/** Common groceries in American and British English, so that the app recognizes more names than the default list has (product L8). */
import { CATALOGUE_CATEGORIES } from './catalogue.ts';

export type CommonName = {
  readonly name: string;
  /** The id of a catalogue category. */
  readonly category: string;
};

/**
 * The common names that are not in the default list. They are in a separate chunk, which the app loads after the list is on
 * screen, so that they do not delay the first load.
 * @returns every name once, with the id of its catalogue category
 */
export const readCommonNames = (): readonly CommonName[] =>
  NAMES_BY_CATEGORY.flatMap(([categoryName, names]) => {
    const category = CATALOGUE_CATEGORIES.find(({ name }) => name === categoryName)?.id ?? '';
    return names.split(',').map((name) => ({ name: name.trim(), category }));
  });

// Sorted in each category. A variety is here only if its last or first word leads to another category (Water Chestnuts), or
// if many shoppers write it (Oat Milk): Rye Bread is recognized by Bread.
const NAMES_BY_CATEGORY: readonly (readonly [category: string, names: string])[] = [
  [
    'Fruits & Vegetables',
    `
      Apricots, Artichokes, Arugula, Asparagus, Aubergines, Basil, Bay Leaves, Beetroot, Beets, Bell Peppers, Berries,
      Blackberries, Blueberries, Bok Choy, Broccolini, Brussels Sprouts, Butternut Squash, Cabbage, Cantaloupe, Cauli,
      Cauliflower, Celery, Cherries, Cherry Tomatoes, Chillies, Chives, Cilantro, Clementines, Coconut,
      Coriander Leaves, Corn, Courgettes, Cranberries, Cucumbers, Dates, Dill, Easy Peelers, Eggplant, Endive, Fennel,
      Figs, Fresh Coriander, Fruit, Ginger, Grapefruit, Green Beans, Green Onions, Greens, Guavas, Habaneros, Herbs,
      Honeydew, Iceberg, Jalapeños, Jicama, Kale, Kiwis, Kohlrabi, Kumquats, Leeks, Lemongrass, Limes, Lychees,
      Mandarins, Mangetout, Mangoes, Melons, Microgreens, Mint, Mushrooms, Nectarines, New Potatoes, Okra, Oregano,
      Pak Choi, Papayas, Parsley, Parsnips, Peaches, Pears, Peas, Peppers, Persimmons, Pineapple, Plantains, Plums,
      Pomegranates, Pumpkin, Radicchio, Radishes, Raspberries, Rhubarb, Rocket, Romaine, Rosemary, Runner Beans,
      Rutabagas, Sage, Satsumas, Scallions, Shallots, Spinach, Sprouts, Spuds, Squash, Starfruit, Swedes,
      Sweet Potatoes, Swiss Chard, Tangerines, Tarragon, Thyme, Tomatillos, Turnips, Veg, Vegetables, Watercress,
      Watermelon, Yams, Zucchini
    `,
  ],
  [
    'Dairy & Eggs',
    `
      Almond Milk, Babybel, Blue Cheese, Brie, Buttermilk, Cathedral City, Cheddar, Cheese, Cheese Platter,
      Cheese Strings, Coffee Creamer, Colby Jack, Cottage Cheese, Cravendale, Cream, Crème Fraîche, Deli Cheese, Feta,
      Fromage Frais, Ghee, Goat Cheese, Gouda, Greek Yogurt, Gruyère, Half and Half, Halloumi, Havarti, Kefir, Lactaid,
      Lurpak, Margarine, Mascarpone, Monterey Jack, Mozzarella, Muenster, Oat Milk, Oatly, Parmesan, Pepper Jack,
      Petits Filous, Philadelphia, Pimento Cheese, Provolone, Quark, Ricotta, Semi-Skimmed, Skyr, Soured Cream,
      Soy Milk, String Cheese, Swiss Cheese, Velveeta, Whipped Cream, Yoghurt
    `,
  ],
  [
    'Meat',
    `
      Beef, Bison, Bratwurst, Brisket, Burgers, Chicken Breasts, Chicken Thighs, Chicken Wings, Chorizo, Chuck,
      Drumsticks, Duck, Gammon, Ground Turkey, Ham, Hamburger Patties, Hot Dogs, Kielbasa, Lamb, Liver, Meat,
      Meatballs, Meatloaf, Mince, Pork, Ribeye, Ribs, Roast, Sirloin, Turkey, Veal, Venison, Wings
    `,
  ],
  [
    'Seafood',
    `
      Ahi Tuna, Calamari, Catfish, Clams, Crab Cakes, Crab Meat, Crawfish, Fish, Fish Cakes, Flounder, Fresh Tuna,
      Haddock, Halibut, Herring, Lobster, Mackerel, Mahi-Mahi, Mussels, Octopus, Oysters, Perch, Pollock, Prawns,
      Scallops, Sea Bass, Seafood, Smoked Salmon, Snapper, Sole, Squid, Sushi, Sushi Rolls, Swordfish, Tilapia, Trout,
      Whitefish
    `,
  ],
  [
    'Bakery',
    `
      Baguettes, Baps, Biscuits, Breadsticks, Brioche, Brownies, Buns, Cakes, Challah, Ciabatta, Cornbread, Crumpets,
      Cupcakes, Danishes, Donuts, Doughnuts, English Muffins, Flatbread, Focaccia, Hot Dog Buns, Hovis, Kingsmill,
      Loaf, Macaroons, Malt Loaf, Naan, Pastries, Pies, Pittas, Pizza Dough, Pound Cakes, Rolls, Scones, Sourdough,
      Teacakes, Warburtons, Wraps, Yorkshire Puddings
    `,
  ],
  [
    'Pantry',
    `
      Allspice, Almond Butter, Almonds, Aptamil, Baby Food, Baby Formula, Baby Milk, Baby Porridge, Baby Purée,
      Baby Rice, Baked Beans, Bisto, Black Beans, Bouillon Cubes, Bread Crumbs, Broth, Bulgur, Cannellini Beans,
      Canola Oil, Cashew Butter, Cashews, Cayenne Pepper, Chia Seeds, Chick Peas, Chicken Broth, Chickpeas,
      Chili Flakes, Chili Powder, Chilli Flakes, Chilli Powder, Cloves, Cooking Spray, Coriander, Couscous, Croutons,
      Crushed Chillies, Cumin, Curry Powder, Custard, Dried Apricots, Dried Cranberries, Dried Fruit, Dried Mango,
      Farro, Flax Seeds, Follow-On Milk, Garlic Powder, Gravy, Ground Pepper, Hazelnuts, Hemp Seeds, Jam, Jelly,
      Kidney Beans, Lima Beans, Marmalade, Marmite, Mashed Potatoes, Mixed Herbs, Navy Beans, Nutella,
      Nutritional Yeast, Nuts, Oil, Onion Powder, Onion Soup Mix, Oxo Cubes, Paprika, Peanuts, Pecans, Peppercorns,
      Pine Nuts, Pinto Beans, Pistachios, Poppadoms, Poppy Seeds, Preserves, Prunes, Pumpkin Seeds, Quinoa, Raisins,
      Ramen, Safflower Oil, Saffron, Salt and Pepper, Sea Salt, Seasoning, Sesame Seeds, Similac, Spices, Split Peas,
      Stock, Stock Cubes, Stuffing Mix, Sunflower Oil, Sunflower Seeds, Tahini, Turmeric, Vegetable Oil, Walnuts,
      White Pepper
    `,
  ],
  [
    'Frozen Foods',
    `
      Chicken Nuggets, Cool Whip, Corn Dogs, Cottage Pie, Edamame, Fish and Chips, Fish Fingers, Frozen Broccoli,
      Frozen Burritos, Frozen Chicken, Frozen Corn, Frozen Dinners, Frozen Fish, Frozen Fruit, Frozen Meatballs,
      Frozen Shrimp, Frozen Spinach, Frozen Vegetables, Garden Burgers, Hash Browns, Ice, Onion Rings, Oven Chips,
      Pie Crust, Pizza, Pizza Rolls, Popsicles, Pot Pies, Pot Stickers, Puff Pastry, Ready Meals, Shepherds Pie,
      Sherbet, Sweet Potato Fries, Tater Tots, Toad in the Hole, Veggie Burgers, Waffles
    `,
  ],
  [
    'Beverages',
    `
      7 Up, Beer, Bitters, Capri Sun, Chai, Champagne, Cider, Coffee Beans, Coke, Cola, Cold Brew, Cordial, Dr Pepper,
      Drink Mix, Earl Grey, Energy Drinks, Espresso, Fanta, Fizzy Drinks, Gatorade, Gin, Ginger Ale, Green Tea,
      Hot Chocolate, Hot Cocoa, Iced Tea, Irn-Bru, Juice, K-Cups, Kombucha, Kool-Aid, La Croix, Lager, Lemonade,
      Lucozade, Margarita Mix, Mountain Dew, Nescafé, OJ, Orange Squash, Pepsi, Perrier, PG Tips, Prosecco,
      Protein Shakes, Red Bull, Red Wine, Ribena, Robinsons, Root Beer, Rum, San Pellegrino, Seltzer, Smoothies,
      Sports Drinks, Sprite, Tea Bags, Tequila, Tonic, Vimto, Vodka, Water, Whiskey, White Wine, Wine
    `,
  ],
  [
    'Household',
    `
      Air Freshener, All-Purpose Cleaner, Andrex, Ant Traps, Bags, Bags for Life, Baking Paper, Baking Tray, Batteries,
      Bin Liners, Bleach, Bog Roll, Bottle Brush, Bottle Opener, Broom, Bubble Wrap, Bug Spray, Cake Tin, Can Opener,
      Candles, Carpet Cleaner, Charcoal, Charmin, Cif, Cleaning Spray, Cleaning Wipes, Cling Film, Cling Wrap,
      Clorox Wipes, Clothespins, Coffee Filters, Colander, Comfort, Cool Bag, Cups, Cutlery, Detergent, Dettol,
      Dish Brush, Dish Towels, Dishcloths, Dishwasher Pods, Dishwasher Salt, Dishwasher Tablets, Dishwasher Tabs,
      Disinfectant, Disinfecting Wipes, Domestos, Drain Cleaner, Dressing Gown, Dryer Sheets, Dustpan, Extension Cord,
      Fabric Conditioner, Fabric Softener, Fairy Liquid, Febreze, Flash, Flashlight, Floor Cleaner, Foil,
      Food Storage Containers, Forks, Freezer Bags, Funnel, Furniture Polish, Garbage Bags, Glass Cleaner,
      Greaseproof Paper, Hangers, Hot Water Bottle, Kitchen Roll, Kitchen Towels, Kleenex, Knives, Laundry Pods,
      Laundry Soap, Lightbulbs, Lighters, Lint Roller, Loaf Tin, Loo Roll, Lunch Bags, Lunch Box, Lysol, Matches, Mop,
      Motor Oil, Mousetraps, Muffin Tin, Napkins, Oven Cleaner, Oven Mitts, Paper Plates, Parchment Paper, Persil,
      Plastic Wrap, Plates, Rinse Aid, Rubber Gloves, Sandwich Bags, Saran Wrap, Scouring Pads, Scrub Brush,
      Shoe Polish, Spoons, Spray Bottle, Stain Remover, Steel Wool, Strainer, Straws, Swiffer, Tide, Tin Foil,
      Tin Opener, Tissues, Toilet Bowl Cleaner, Toilet Brush, Toilet Cleaner, Toilet Duck, Toilet Rolls, Toothpicks,
      TP, Washing Capsules, Washing Liquid, Washing Powder, Washing Tablets, Washing Up Liquid, Water Bottle,
      Wax Paper, Windex, Window Cleaner, Wine Glasses, Wood Polish, Ziploc
    `,
  ],
  [
    'Personal Care',
    `
      Aftershave, Baby Bath, Baby Lotion, Baby Oil, Baby Powder, Baby Shampoo, Baby Wash, Baby Wipes, Bath Salts,
      Body Lotion, Body Oil, Body Spray, Bubble Bath, Colgate, Cologne, Combs, Condoms, Cotton Balls, Cotton Buds,
      Cotton Rounds, Cotton Swabs, Cotton Wool, Dental Floss, Denture Cleaner, Diaper Cream, Diapers, Eye Cream,
      Eyeliner, Face Cream, Face Wash, Feminine Pads, Floss, Foot Cream, Gillette, Hair Brush, Hair Color, Hair Oil,
      Hair Spray, Hair Ties, Hand Cream, Hand Wash, Head and Shoulders, Huggies, Lip Balm, Lipstick, Listerine,
      Lotion, Makeup, Mascara, Micellar Water, Moisturizer, Mouthwash, Nail Clippers, Nail File, Nail Polish Remover,
      Nappies, Nappy Cream, Night Cream, Nivea, Pampers, Panty Liners, Perfume, Pull-Ups, Q-Tips, Sanitary Pads,
      Sanitary Towels, Shaving Cream, Shaving Foam, Shaving Gel, Shower Gel, Soap, Sudocrem, Sun Cream, Sunblock,
      Sunscreen, Talcum Powder, Tampax, Tampons, Toothbrushes, Tweezers, Wipes
    `,
  ],
  [
    'Snacks',
    `
      3 Musketeers, Apple Slices, Breakfast Bars, Breath Mints, Cadbury, Candy, Caramels, Cheese Puffs, Cheez-Its,
      Chewing Gum, Cookies, Crisps, Custard Creams, Dairy Milk, Dark Chocolate, Digestives, Doritos, Fig Bars,
      Fruit Cups, Fruit Leather, Fruit Pastilles, Fudge, Galaxy, Graham Crackers, Granola Bars, Gum, Gummies, Haribo,
      Hershey's, Hobnobs, Hula Hoops, Jelly Babies, Jelly Beans, Jerky, Kettle Chips, Kettle Corn, KitKat, Licorice,
      Lollipops, M&Ms, Maltesers, Mars Bars, Marshmallows, McCoy's, Mini Cheddars, Monster Munch, Nachos, Oreos,
      Peanut Butter Cups, Pork Rinds, Potato Chips, Pringles, Protein Bars, Pudding Cups, Quavers, Rice Cakes,
      Saltines, Skittles, Snacks, Snickers, Swedish Fish, Sweets, Toffees, Tortilla Chips, Trail Mix, Truffles,
      Twiglets, Twix, Wafers, Walkers, Wotsits
    `,
  ],
  [
    'Canned Goods',
    `
      Anchovies, Applesauce, Artichoke Hearts, Bamboo Shoots, Beef Stew, Canned Carrots, Canned Chicken, Canned Corn,
      Canned Fruit, Canned Ham, Canned Peaches, Canned Pears, Canned Peas, Canned Pineapple, Canned Pumpkin,
      Canned Salmon, Canned Tomatoes, Canned Vegetables, Chili, Chilli con Carne, Chopped Tomatoes, Clam Chowder,
      Condensed Milk, Creamed Corn, Crushed Tomatoes, Evaporated Milk, Fruit Cocktail, Green Chiles, Mandarin Oranges,
      Maraschino Cherries, Minestrone, Mushy Peas, Passata, Pumpkin Purée, Ro-Tel, Sardines, Sauerkraut,
      Sloppy Joe Sauce, Stewed Tomatoes, Sweetcorn, Tinned Tomatoes, Tomato Paste, Tomato Purée, Tomato Sauce,
      Tomato Soup, Tuna, Water Chestnuts
    `,
  ],
  [
    'Condiments & Sauces',
    `
      Aioli, Apple Butter, Apple Cider Vinegar, Balsamic Vinegar, Blue Cheese Dressing, Capers, Dressing, Gherkins,
      Guacamole, Horseradish, Italian Dressing, Lemon Juice, Marinade, Mayo, Olives, Pasta Sauce, Pepperoncini, Pesto,
      Pickles, Ranch Dressing, Red Wine Vinegar, Relish, Rice Vinegar, Salad Cream, Salad Dressing, Sauce, Sriracha,
      Sun-Dried Tomatoes, Vinaigrette, White Vinegar
    `,
  ],
  [
    'Pasta & Rice',
    `
      Brown Rice, Bucatini, Cup Noodles, Farfalle, Fettuccine, Fusilli, Gemelli, Gnocchi, Lasagna, Linguine,
      Mac and Cheese, Macaroni and Cheese, Macaroni Cheese, Manicotti, Noodles, Orecchiette, Orzo, Pappardelle, Pasta,
      Ravioli, Rigatoni, Risotto, Rotini, Spag Bol, Tagliatelle, Tortellini, Vermicelli, Ziti
    `,
  ],
  [
    'Breakfast',
    `
      Bran Flakes, Breakfast Sandwiches, Breakfast Sausage, Cheerios, Coco Pops, Corn Flakes, Cream of Wheat, Eggos,
      French Toast Sticks, Frosties, Grits, Lucky Charms, Muesli, Oats, Pancake Batter, Pancakes, Pop-Tarts, Porridge,
      Puffed Rice, Ready Brek, Shreddies, Syrup, Toaster Pastries, Waffle Mix, Weetabix, Wheat Germ
    `,
  ],
  [
    'Deli',
    `
      Baba Ganoush, Baked Ham, Bologna, Chicken Salad, Cold Cuts, Deli Chicken, Deli Ham, Deli Meat, Deli Turkey,
      Fried Chicken, Houmous, Liverwurst, Lunch Meat, Mortadella, Olive Tapenade, Pastrami, Pâté, Pepperoni, Pork Pies,
      Prosciutto, Quiche, Roast Beef, Sandwiches, Scotch Eggs, Sliced Chicken, Smoked Turkey, Soppressata, Spinach Dip,
      Stuffed Olives, Tuna Salad, Tzatziki
    `,
  ],
  [
    'International Foods',
    `
      Adobo Seasoning, Burritos, Chow Mein, Chutney, Couscous Mix, Dal, Dumplings, Egg Rolls, Enchiladas, Falafel,
      Gochujang, Hoisin Sauce, Kimchi, Matzo, Mirin, Miso, Nori, Pad Thai, Paneer, Picante Sauce, Pico de Gallo,
      Plum Sauce, Ramen Noodles, Rice Noodles, Rice Paper, Rice Wine, Seaweed, Seitan, Soba Noodles, Spring Rolls,
      Stir-Fry Sauce, Sweet Chili Sauce, Tamales, Tamarind Paste, Tapioca Pearls, Taquitos, Tempeh, Tikka Masala,
      Tofu, Tostadas, Udon Noodles, Wasabi, Wonton Wrappers
    `,
  ],
  [
    'Baking Supplies',
    `
      Almond Extract, Baking Chocolate, Baking Cups, Baking Mix, Baking Soda, Bicarb, Bicarbonate of Soda, Biscuit Mix,
      Black Treacle, Brownie Mix, Butterscotch Chips, Cake Mix, Candied Fruit, Chocolate Chips, Chocolate Syrup,
      Cinnamon, Cocoa, Cocoa Powder, Coconut Flakes, Cookie Dough, Cookie Mix, Corn Starch, Corn Syrup, Cornbread Mix,
      Cornmeal, Cream of Tartar, Cupcake Liners, Food Coloring, Frosting, Gelatin, Ginger Powder,
      Graham Cracker Crust, Ground Ginger, Hundreds and Thousands, Icing, Jello, Masa Harina, Meringue Powder,
      Mini Marshmallows, Molasses, Muffin Mix, Nutmeg, Peppermint Extract, Pie Filling, Powdered Milk, Powdered Sugar,
      Pudding Mix, Pumpkin Pie Spice, Semolina, Shortening, Shredded Coconut, Sprinkles, Stevia, Sweetener,
      Tapioca Starch, Treacle, Vanilla, Vanilla Beans, White Chocolate, Xanthan Gum, Yeast
    `,
  ],
  [
    'Pet Supplies',
    `
      Aquarium Salt, Bird Food, Bird Seed, Cat Biscuits, Cat Milk, Cat Toys, Cat Treats, Catnip, Dentastix,
      Dog Biscuits, Dog Bones, Dog Chews, Dog Milk, Dog Shampoo, Dog Toys, Dog Treats, Fat Balls, Fish Flakes,
      Fish Food, Flea Collar, Guinea Pig Food, Hamster Food, Hay, Kibble, Kitten Food, Kitten Milk, Litter, Pee Pads,
      Pet Bed, Pet Food, Pet Shampoo, Poo Bags, Poop Bags, Puppy Food, Puppy Milk, Puppy Pads, Rabbit Food, Rawhide,
      Whiskas
    `,
  ],
  [
    'Ice Cream',
    `
      Butter Pecan Ice Cream, Chocolate Chip Ice Cream, Coffee Ice Cream, Cookie Dough Ice Cream, Cookies and Cream,
      Frozen Yoghurt, Frozen Yogurt, Fudge Bars, Gelato, Ice Cream Bars, Ice Cream Cake, Ice Cream Cones, Ice Cream Cups,
      Ice Cream Sandwiches, Ice Lollies, Ice Pops, Magnums, Neapolitan Ice Cream, Pistachio Ice Cream,
      Rocky Road Ice Cream, Sorbet, Sugar Cones, Sundae Cups, Waffle Cones
    `,
  ],
  [
    'Misc e.g. (Flowers, Gift Cards, Tape)',
    `
      Balloons, Birthday Candles, Blu Tack, Bouquet, Cards, Construction Paper, Crayons, Envelopes, Erasers, Gift Bags,
      Gift Wrap, Glue, Ink Cartridges, Magazines, Markers, Newspaper, Notebooks, Notepads, Paper Clips, Party Hats,
      Pencils, Pens, Phone Charger, Plants, Postcards, Potting Soil, Printer Paper, Ribbon, Roses, Rubber Bands,
      Scissors, Seeds, Sellotape, Stamps, Staples, Stickers, Sticky Notes, String, Wrapping Paper
    `,
  ],
  [
    'Salads',
    `
      Egg Salad, Fruit Salad, Green Salad, Macaroni Salad, Salad, Spring Mix, Tabbouleh
    `,
  ],
  [
    'Pharmacy',
    `
      Acetaminophen, Acne Cream, Advil, Aloe Vera Gel, Antacids, Anti-Itch Cream, Antibiotic Ointment, Antihistamines,
      Antiseptic, Aspirin, Athletic Tape, Band-Aids, Benadryl, Calcium, Calpol, Claritin, Contact Lens Solution,
      Contact Solution, Cough Drops, Cough Syrup, Decongestant, Ear Plugs, Epsom Salt, Eye Drops, Face Masks,
      Fiber Supplement, First Aid Kit, Fish Oil, Gauze, Gaviscon, Gripe Water, Hand Sanitizer, Heating Pad,
      Hydrocortisone Cream, Hydrogen Peroxide, Ibuprofen, Iron Tablets, Laxatives, Lemsip, Magnesium, Medical Tape,
      Medicine, Melatonin, Multivitamins, Nasal Spray, Neosporin, Nurofen, Omega-3, Paracetamol, Pepto-Bismol,
      Petroleum Jelly, Pill Organizer, Plasters, Pregnancy Test, Prescription, Probiotics, Protein Powder,
      Reading Glasses, Rennies, Rubbing Alcohol, Saline Solution, Sleep Aid, Strepsils, Thermometer, Throat Lozenges,
      Tums, Tylenol, Vaseline, Zinc, Zyrtec
    `,
  ],
];
